// What a case comes to, as text: its value as JSON, or its error with name, code and message.
globalThis.run = async (source) => {
  try {
    const value = await (0, eval)(source);
    return JSON.stringify(value) ?? String(value);
  } catch (error) {
    return `${error.name} ${error.code}: ${error.message}`;
  }
};
globalThis.caught = (f) => {
  try {
    return f();
  } catch (error) {
    return `${error.name} ${error.code}: ${error.message}`;
  }
};
