"""The door to the app: imported only when it is opened."""
