import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SourceFile, type SourceTree, targetOf } from './source-tree.ts';

/** The rooms of the kernel from the lowest up, as paths below `kernel/`, and the files on top of all of them. */
export interface Layers {
  readonly rooms: readonly string[];
  readonly top: readonly string[];
}

const KERNEL = 'kernel/';

export function readLayers(root: string): Layers {
  return JSON.parse(readFileSync(join(root, 'kernel', 'layers.json'), 'utf8')) as Layers;
}

/**
 * A room of the kernel imports only rooms listed before it, and those through their `index.ts`.
 * The tests of a room may look anywhere; nothing but tests imports tests.
 */
export function checkLayers(tree: SourceTree, layers: Layers): readonly string[] {
  return [...tree.files.values()].flatMap((file) => [
    ...unknownRoom(file, layers),
    ...file.imports.flatMap(({ specifier, line }) => {
      const target = targetOf(tree, file, specifier);
      if (target === undefined || file.isTest) return [];
      const problem = judge(file.path, target, layers);
      return problem === undefined ? [] : [`${file.path}:${line} imports ${target}: ${problem}`];
    }),
  ]);
}

function judge(from: string, target: string, layers: Layers): string | undefined {
  if (target.includes('/test/')) return 'only tests import tests';
  const room = roomOf(from, layers);
  const other = roomOf(target, layers);
  if (room === undefined || layers.top.includes(room)) return undefined;
  if (other === undefined) return 'the kernel knows no feature';
  if (other === room) return undefined;
  if (layers.top.includes(other)) return `${other} stands above every room`;
  if (layers.rooms.indexOf(other) > layers.rooms.indexOf(room)) return `${other} is above ${room}`;
  return target === `kernel/${other}/index.ts` ? undefined : 'another room is entered by its index.ts';
}

function unknownRoom(file: SourceFile, layers: Layers): readonly string[] {
  const room = roomOf(file.path, layers);
  if (room === undefined || [...layers.rooms, ...layers.top].includes(room)) return [];
  return [`${file.path}: ${room} is no room of kernel/layers.json`];
}

/** The room that a file of the kernel stands in, or undefined for a file elsewhere. */
function roomOf(path: string, layers: Layers): string | undefined {
  if (!path.startsWith(KERNEL)) return undefined;
  const below = path.slice(KERNEL.length);
  return layers.rooms.find((room) => below.startsWith(`${room}/`)) ?? below.split('/')[0];
}
