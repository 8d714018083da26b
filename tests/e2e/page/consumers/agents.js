/**
 * Agents of two generations around a manager, written from the contract (`Consumers as they really are`) and from nothing of
 * the package: their buses, and how they decide by what a manager answers.
 */

/** The older generation's bus: behind `api`, and what listens is taken off by itself. */
export class OlderBus {
  #listeners = new Map();
  emitted = [];

  api = {
    on: (name, listener) => {
      this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
    },
    off: (name, listener) => {
      this.#listeners.set(
        name,
        (this.#listeners.get(name) ?? []).filter((other) => other !== listener),
      );
    },
    emit: (name, detail) => {
      this.emitted.push([name, detail]);
      for (const listener of this.#listeners.get(name) ?? []) listener(detail);
    },
  };

  listening(name) {
    return (this.#listeners.get(name) ?? []).length;
  }
}

/** The newer generation's: `on` gives what ends it, and there is no `off`. */
export class NewerBus {
  #listeners = new Map();
  emitted = [];
  owners = [];

  on(name, listener, ownerId) {
    this.owners.push(ownerId);
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  emit(name, detail) {
    this.emitted.push([name, detail]);
    for (const listener of this.#listeners.get(name) ?? []) listener(detail);
  }

  listening(name) {
    return this.#listeners.get(name)?.size ?? 0;
  }
}

/** Verifies, then commits; it takes a rejection for a verifier that is not there, and goes on. */
export class OlderAgent {
  commits = [];
  warnings = [];

  constructor(manager) {
    this.manager = manager;
  }

  async commitIf(name, verify) {
    let verified = { success: true };
    try {
      verified = await verify(this.manager);
    } catch (error) {
      this.warnings.push(error.message);
    }
    if (verified.success) this.commits.push(name);
    return verified;
  }
}

/** Asks before it writes, and listens for what the verifier sees on the way. */
export class NewerAgent {
  written = [];

  constructor(manager) {
    this.manager = manager;
  }

  async propose(changes, options) {
    const { passed, reason, errors, warnings, events, details, passRate } = await this.manager.verifyProposal(changes, options);
    if (passed) this.written.push(...(Array.isArray(changes) ? changes.map(({ file_path }) => file_path) : Object.keys(changes)));
    return { passed, reason, errors, warnings, events, details, passRate };
  }
}
