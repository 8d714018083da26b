export const get = () => 'real get';
export const other = () => 'real other';

export default class Thing {
  run() {
    return 'real run';
  }

  static make() {
    return 'real make';
  }
}
