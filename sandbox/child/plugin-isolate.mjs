// @ts-check
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * One isolate: the shim, then the plugin. Only numbers and strings pass `post`; nothing it returns or
 * throws enters the isolate.
 * @typedef {{ memory_mb: number, requests: number, request_bytes: number, output_bytes: number,
 *   log_lines: number, triggers: number, actions: number, tools: number, isolate_calls: number,
 *   isolates: number, evaluate_ms: number, frame_bytes: number }} Limits
 */

const shimText = readFileSync(`${dirname(fileURLToPath(import.meta.url))}/shim.js`, 'utf8')
  .trimEnd()
  .replace(/;$/, '');

export class PluginIsolate {
  calls = 0;
  #isolate;
  /** @type {import('isolated-vm').Reference} */ #evaluate;
  /** @type {import('isolated-vm').Reference} */ #bind;
  /** @type {import('isolated-vm').Reference} */ #run;
  /** @type {import('isolated-vm').Reference} */ #reply;

  /**
   * @param {typeof import('isolated-vm')} ivm
   * @param {Limits} limits
   * @param {(type: number, id: number, text: string) => void} post
   */
  constructor(ivm, limits, post) {
    this.#isolate = new ivm.Isolate({
      memoryLimit: limits.memory_mb,
      onCatastrophicError: () => process.abort(),
    });
    const context = this.#isolate.createContextSync();
    const channel = new ivm.Callback(post, { sync: true });
    const bounds = JSON.stringify(limits);
    const entries = context.evalClosureSync(`'use strict'; return (${shimText})($0, ${bounds});`, [channel], {
      result: { reference: true },
      filename: 'shim.js',
    });
    const entry = (/** @type {number} */ index) => entries.getSync(index, { reference: true });
    this.#evaluate = entry(0);
    this.#bind = entry(1);
    this.#run = entry(2);
    this.#reply = entry(3);
    entries.release();
  }

  /** @param {string} code @param {number} timeoutMs */
  evaluate(code, timeoutMs) {
    this.#evaluate.applySync(undefined, [code], { timeout: timeoutMs });
  }

  /** @param {string} organizationId */
  bind(organizationId) {
    this.#bind.applySync(undefined, [organizationId]);
  }

  /** @param {string} kind @param {string} name @param {string} input @param {number} timeoutMs */
  run(kind, name, input, timeoutMs) {
    this.calls += 1;
    this.#run.applySync(undefined, [kind, name, input], { timeout: timeoutMs });
  }

  /** @param {number} id @param {boolean} ok @param {string} text @param {number} timeoutMs */
  reply(id, ok, text, timeoutMs) {
    this.#reply.applySync(undefined, [id, ok, text], { timeout: timeoutMs });
  }

  dispose() {
    this.#isolate.dispose();
  }
}
