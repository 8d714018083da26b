/**
 * Agents as they are: two generations of state manager, VFS, container and event bus, written from the contract
 * (`Consumers as they really are`) and from nothing of the package.
 */

/** The older generation: artifacts with a type, synchronous reads, checkpoints that leave new files alone. */
export class OlderStateManager {
  #artifacts = new Map();
  #checkpoints = new Map();

  constructor(files) {
    for (const [path, content] of Object.entries(files)) this.createArtifact(path, 'seed', content, `the ${path} of the seed`);
  }

  createArtifact(path, type, content, description) {
    if (this.#artifacts.has(path)) throw new Error(`${path} exists`);
    this.#artifacts.set(path, { type, description, content, versions: 1 });
    return true;
  }

  updateArtifact(path, content) {
    const artifact = this.#artifacts.get(path);
    if (!artifact) throw new Error(`${path} does not exist`);
    Object.assign(artifact, { content, versions: artifact.versions + 1 });
  }

  deleteArtifact(path) {
    if (!this.#artifacts.delete(path)) throw new Error(`${path} does not exist`);
  }

  getArtifactContent(path) {
    return this.#artifacts.get(path)?.content ?? null;
  }

  getAllArtifactMetadata() {
    return Object.fromEntries([...this.#artifacts].map(([path, { content, ...metadata }]) => [path, { id: path, ...metadata }]));
  }

  createCheckpoint(description) {
    const id = `checkpoint-${this.#checkpoints.size + 1}`;
    this.#checkpoints.set(id, structuredClone(this.#artifacts));
    return { id, description };
  }

  /** Files that were created since stay. */
  restoreCheckpoint(id) {
    const kept = this.#checkpoints.get(id);
    if (!kept) throw new Error(`no checkpoint ${id}`);
    for (const [path, artifact] of kept) this.#artifacts.set(path, structuredClone(artifact));
  }

  get files() {
    return Object.fromEntries([...this.#artifacts].map(([path, { content }]) => [path, content]).sort());
  }
}

/** The newer generation: all async, folders in a listing of a folder. */
export class NewerVfs {
  #files = new Map();

  constructor(files) {
    for (const [path, content] of Object.entries(files)) this.#files.set(path, content);
  }

  async list(base) {
    const folder = base.endsWith('/') ? base : `${base}/`;
    const below = [...this.#files.keys()].filter((path) => path.startsWith(folder)).map((path) => path.slice(folder.length).split('/'));
    const names = below.map(([first, ...rest]) => (rest.length > 0 ? `${folder}${first}/` : `${folder}${first}`));
    return [...new Set(names)];
  }

  async read(path) {
    if (!this.#files.has(path)) throw new Error(`ENOENT: ${path}`);
    return this.#files.get(path);
  }

  async write(path, content) {
    this.#files.set(path, content);
  }

  async delete(path) {
    if (!this.#files.delete(path)) throw new Error(`ENOENT: ${path}`);
  }

  get files() {
    return Object.fromEntries([...this.#files].sort());
  }
}

/** The older container: synchronous, and it hands out `instance.api`. */
export class OlderContainer {
  #modules = new Map();

  register(module) {
    this.#modules.set(module.metadata.id, { module });
  }

  resolve(id) {
    const entry = this.#modules.get(id);
    if (!entry) throw new Error(`no module ${id}`);
    entry.instance ??= entry.module.factory(this.#dependencies(entry.module));
    return entry.module.metadata.type === 'pure' ? entry.instance : entry.instance.api;
  }

  #dependencies({ metadata }) {
    const wanted = metadata.dependencies.map((name) => name.replace(/\?$/, '')).filter((name) => this.#modules.has(name));
    return Object.fromEntries(wanted.map((name) => [name, this.resolve(name)]));
  }
}

/** The newer container: asynchronous, the whole value, `init` awaited where the module is async. */
export class NewerContainer {
  #modules = new Map();

  register(module) {
    this.#modules.set(module.metadata.id, { module });
  }

  async resolve(id) {
    const entry = this.#modules.get(id);
    if (!entry) throw new Error(`no module ${id}`);
    entry.instance ??= this.#make(entry.module);
    return entry.instance;
  }

  async #make({ metadata, factory }) {
    const deps = {};
    for (const name of metadata.dependencies) {
      const plain = name.replace(/\?$/, '');
      if (this.#modules.has(plain)) deps[plain] = await this.resolve(plain);
      else if (plain === name) throw new Error(`no module ${plain}`);
    }
    const made = await factory(deps);
    if (metadata.async) await made.init?.();
    return made;
  }
}

/** A service that is there already, as a module. */
export const service = (id, value) => ({
  metadata: { id, version: '1', dependencies: [], async: false, type: 'service' },
  factory: () => ({ ...value, api: value }),
});
