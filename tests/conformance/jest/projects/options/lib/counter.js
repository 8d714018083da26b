let count = 0;

exports.next = () => {
  count += 1;
  return count;
};
