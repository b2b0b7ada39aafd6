/** A page as a module declares it, without its component. */
export interface ManifestPage {
  readonly module: string;
  readonly path: string;
  readonly title: { readonly en: string; readonly de: string };
  readonly permission?: string | readonly string[];
  readonly role?: string;
  readonly needs?: string | readonly string[];
}

/** A built file; `br` and `gzip` are the sizes of its compressed copies, absent where those are no smaller. */
export interface Asset {
  readonly type: string;
  readonly bytes: number;
  readonly br?: number;
  readonly gzip?: number;
}

/** `dist/manifest.json`: all that the platform knows of a build. Files stand in `dist/assets/` under these names. */
export interface Manifest {
  /** Module script of the page. */
  readonly entry: string;
  readonly styles: readonly string[];
  /** Chunks that the entry imports. */
  readonly preload: readonly string[];
  readonly icon: string;
  readonly assets: Readonly<Record<string, Asset>>;
  /** Files of the build before, which browsers that have its page open still ask for; none after the first build. */
  readonly former?: Readonly<Record<string, Asset>>;
  readonly pages: readonly ManifestPage[];
}
