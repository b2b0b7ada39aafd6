import { openSync, readdirSync, readFileSync } from 'node:fs';

/** Octal, as in /proc/<pid>/fdinfo: closed by the kernel when another program starts. */
const CLOSE_ON_EXEC = 0o2000000;
const PIPE_DESCRIPTORS = 3;

function survivesExec(descriptor: number): boolean {
  try {
    const [, flags = '0'] =
      /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'latin1')) ?? [];
    return (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    return false;
  }
}

/**
 * Descriptors that a program started by this process would inherit: those it was itself started with. Node marks
 * only the first sixteen of them, and those it opens itself.
 */
function findInherited(): readonly number[] {
  const isLinux = process.platform === 'linux';
  try {
    const open = readdirSync(isLinux ? '/proc/self/fd' : '/dev/fd').map(Number);
    return open.filter((each) => each >= PIPE_DESCRIPTORS && (!isLinux || survivesExec(each)));
  } catch {
    return [];
  }
}

/** Looked up once, while the process has opened little of its own. */
const inherited = findInherited();
let empty: number | undefined;

/** Descriptors of a child beyond its pipe: the empty device in the place of every inherited one. */
export function maskedDescriptors(): ('ignore' | number)[] {
  if (inherited.length === 0) return [];
  empty ??= openSync('/dev/null', 'r');
  const places: ('ignore' | number)[] = new Array(Math.max(...inherited) + 1 - PIPE_DESCRIPTORS).fill(
    'ignore',
  );
  for (const descriptor of inherited) places[descriptor - PIPE_DESCRIPTORS] = empty;
  return places;
}
