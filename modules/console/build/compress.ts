import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Compressed copies of a file; null where they would save nothing. */
export interface Compressed {
  readonly br: Uint8Array | null;
  readonly gzip: Uint8Array | null;
}

/** Done once per build, so at the highest levels; zlib works on threads beside this one. */
export async function compress(content: Uint8Array): Promise<Compressed> {
  const [br, zipped] = await Promise.all([
    brotli(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    zip(content, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  return {
    br: br.length < content.length ? br : null,
    gzip: zipped.length < content.length ? zipped : null,
  };
}
