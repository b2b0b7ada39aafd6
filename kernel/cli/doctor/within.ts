import { type Finding, fail } from './finding.ts';

/** The findings of one look, or that it took too long: whatever is behind it may hang for ever. */
export async function within(
  check: string,
  timeoutMs: number,
  look: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly Finding[]>((resolve) => {
    timer = setTimeout(
      () => resolve([fail(check, `no answer within ${timeoutMs / 1_000} s`, 'Look at what it stands on.')]),
      timeoutMs,
    );
  });
  try {
    return await Promise.race([look(), late]);
  } finally {
    clearTimeout(timer);
  }
}
