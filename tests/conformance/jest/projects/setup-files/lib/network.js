export async function fetchUser() {
  throw new Error('no network');
}
