/** Files, as a page hands them over. */

/** The content of a file: a text, or bytes. */
export type FileContent = string | Uint8Array | ArrayBuffer | { base64: string };

/** Files by absolute path. */
export type Files =
  | Record<string, FileContent>
  | ReadonlyMap<string, FileContent>
  | ReadonlyArray<readonly [path: string, content: FileContent]>
  | ReadonlyArray<{ path: string; content: FileContent }>;

/**
 * A change of the current snapshot. An object is a change if `removed` is an array or `entries` holds files. Files may
 * include one named `entries`: its content is a text, bytes or `{ base64 }`, never files.
 */
export interface FilesDelta {
  /** Root hash of the snapshot that this changes. By default the current one. */
  base?: string;
  /** Files that are new or changed. */
  entries?: Files;
  /** Paths that are gone. */
  removed?: readonly string[];
}

/** A path or glob, or several. */
export type PathList = string | readonly string[];

/** What JSON can hold. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };
