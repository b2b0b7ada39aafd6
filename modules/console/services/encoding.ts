/** Encodings that a file may stand ready in, best one first. */
const CODED = ['br', 'gzip'] as const;
export type Encoding = (typeof CODED)[number] | 'identity';

/** A file as it is may always be sent, but only to callers who take nothing better (RFC 9110, 12.5.3). */
const IDENTITY_WEIGHT = 0.0001;

/** Of the encodings in which a file is there, the one that an `Accept-Encoding` weighs most; ours decide equal weights. */
export function encodingFor(
  header: string | undefined,
  ready: Readonly<Partial<Record<(typeof CODED)[number], unknown>>>,
): Encoding {
  const weights = weightsOf(header ?? '');
  const weigh = (encoding: Encoding): number => weights.get(encoding) ?? weights.get('*') ?? 0;
  let best: Encoding = 'identity';
  let weight = weights.get('identity') ?? IDENTITY_WEIGHT;
  for (const encoding of CODED.toReversed())
    if (ready[encoding] !== undefined && weigh(encoding) >= weight) {
      best = encoding;
      weight = weigh(encoding);
    }
  return best;
}

function weightsOf(header: string): ReadonlyMap<string, number> {
  return new Map(
    header.split(',').map((part) => {
      const [name = '', ...parameters] = part.toLowerCase().split(';');
      const weight = parameters.map((each) => each.trim()).find((each) => each.startsWith('q='));
      return [name.trim(), weight === undefined ? 1 : Number(weight.slice(2)) || 0];
    }),
  );
}
