import { registerHooks } from 'node:module';
import root, { type Test } from 'tap';

/** Sources of tests, which may keep state of one file; not what is the same for all of them. */
const OF_TESTS = /\/test\/(?!run\/|harness\/|lab\/[^t])[^?]*\.ts$/;

let ofFile: Test = root;

/**
 * Makes `tap` mean the test of the file that runs, in every source that is loaded from now on, and has each test file
 * load sources of tests for itself: what they keep at their top level is its own, as in a process of its own.
 */
export function standInForTap(): void {
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'tap') return { url: import.meta.url, shortCircuit: true };
      const resolved = next(specifier, context);
      const mark = /\?of=\d+$/.exec(context.parentURL ?? '')?.[0];
      return mark !== undefined && OF_TESTS.test(resolved.url)
        ? { ...resolved, url: `${resolved.url}${mark}` }
        : resolved;
    },
  });
}

/** Makes `import t from 'tap'` mean this test from now on. */
export function setTapOfFile(test: Test): void {
  ofFile = test;
}

/** The test of the file that runs now. */
const t: Test = new Proxy(root, {
  get(_root, name) {
    const value: unknown = Reflect.get(ofFile, name, ofFile);
    return typeof value === 'function' ? value.bind(ofFile) : value;
  },
  set: (_root, name, value) => Reflect.set(ofFile, name, value, ofFile),
});

export default t;
