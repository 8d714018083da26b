import React from './react';

export const Button = ({ label }) => (
  <button type="button">
    It's {label}; don't {'<'} wait
  </button>
);
export default Button;
