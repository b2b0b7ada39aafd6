/** Why a package, manifest or schema is refused. The word is stable. */
export type PluginPackageErrorCode =
  | 'archive_invalid'
  | 'archive_too_large'
  | 'archive_unsafe'
  | 'manifest_invalid'
  | 'schema_unsafe'
  | 'sdk_unsupported'
  | 'signature_invalid';

/** The one error of this side of the kit; `problems` names each place in the manifest. */
export class PluginPackageError extends Error {
  override readonly name = 'PluginPackageError';
  readonly code: PluginPackageErrorCode;
  readonly problems: readonly string[];

  constructor(code: PluginPackageErrorCode, message: string, problems: readonly string[] = []) {
    super(problems.length > 0 ? `${message}: ${problems.join('; ')}` : message);
    this.code = code;
    this.problems = problems;
  }
}
