export interface QuotaUse {
  readonly kind: string;
  readonly used: number;
  /** Null: not limited. */
  readonly most: number | null;
  /** How full, in percent; null where there is no limit. */
  readonly percent: number | null;
}

type Numbers = Readonly<Record<string, number>>;

/** Each kind that is counted or limited, in the order of the alphabet. */
export function quotaUses(counts: Numbers, quotas: Numbers): readonly QuotaUse[] {
  const kinds = [...new Set([...Object.keys(counts), ...Object.keys(quotas)])].toSorted();
  return kinds.map((kind) => {
    const used = counts[kind] ?? 0;
    const most = quotas[kind] ?? null;
    if (most === null) return { kind, used, most, percent: null };
    return { kind, used, most, percent: most === 0 ? 100 : Math.min(100, Math.round((used / most) * 100)) };
  });
}

/** Quotas from what was typed; an empty field is no limit. */
export const quotasOf = (typed: Readonly<Record<string, number | null>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(typed).flatMap(([kind, most]): [string, number][] =>
      most === null ? [] : [[kind, most]],
    ),
  );
