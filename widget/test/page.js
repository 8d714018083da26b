import './fake-manager.js';

// Timers are counted from before the widgets load: they must never be used.
window.timers = [];
for (const name of ['setInterval', 'setTimeout']) {
  const original = window[name];
  window[name] = (...args) => {
    window.timers.push(name);
    return original(...args);
  };
}
window.violations = [];
document.addEventListener('securitypolicyviolation', (event) => window.violations.push(event.violatedDirective));

/** Loads the widgets when a test says so, so that it can set properties before. */
window.define = () => import('../index.js');
window.main = document.querySelector('main');
window.frames_ = (count = 2) =>
  new Promise((resolve) => {
    const step = () => (count-- > 0 ? requestAnimationFrame(step) : resolve());
    step();
  });
/** Adds one widget with a manager. */
window.add = async (kind, manager) => {
  await window.define();
  const element = document.createElement(`verification-${kind}-widget`);
  if (manager) element.manager = manager;
  window.main.append(element);
  await window.frames_();
  return element;
};
window.loaded = true;
