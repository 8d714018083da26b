onmessage = () => {};
