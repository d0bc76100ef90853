// What the address of a Redis server may look like, as its client reads it. Never repeats the address, which may hold a
// password.

/** True for what the client can read: host, port, a database's number, and a user and password that can be decoded. */
export function isRedisAddress(text: string): boolean {
  try {
    const { hostname, pathname, username, password } = new URL(text);
    decodeURIComponent(username);
    decodeURIComponent(password);
    return hostname !== '' && /^\/?\d*$/.test(pathname);
  } catch {
    return false;
  }
}
