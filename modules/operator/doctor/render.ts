import type { Color } from '../terminal/colors.ts';
import type { Finding } from './finding.ts';

const COLORS: Readonly<Record<Finding['status'], Color>> = { ok: 'green', warn: 'yellow', fail: 'red' };
const STATUS_WIDTH = 4;

/** Aligned lines, each finding's hint below it, and a summary. */
export function render(
  findings: readonly Finding[],
  paint: (color: Color, text: string) => string,
): readonly string[] {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const indent = ' '.repeat(STATUS_WIDTH + width + 4);
  const lines = findings.flatMap(({ check, status, message, hint }) => [
    `${paint(COLORS[status], status.padEnd(STATUS_WIDTH))}  ${check.padEnd(width)}  ${message}`,
    ...(hint === undefined ? [] : [`${indent}${paint('dim', `-> ${hint}`)}`]),
  ]);
  const count = (status: Finding['status']): number =>
    findings.filter((finding) => finding.status === status).length;
  return [...lines, '', `${count('ok')} ok, ${count('warn')} warnings, ${count('fail')} failed`];
}
