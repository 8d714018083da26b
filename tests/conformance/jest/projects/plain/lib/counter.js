/** A module with a state of its own. */
let count = 0;

exports.next = () => {
  count += 1;
  return count;
};
