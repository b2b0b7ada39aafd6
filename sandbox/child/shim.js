// Read as text and evaluated in every isolate, in strict mode (the reader of this file sees to it).
(post, limits) => {
  // Everything the shim needs is captured here, before any plugin code runs: what a plugin later does to
  // the builtins changes its own world only. `post` is the one channel out and takes numbers and strings.
  const { parse, stringify } = JSON;
  const { create, freeze, keys, getOwnPropertyDescriptor } = Object;
  const isArray = Array.isArray;
  // biome-ignore lint/security/noGlobalEval: this is the sandbox; the plugin's text is evaluated here, inside its isolate.
  const evaluateText = globalThis.eval;
  const ErrorConstructor = Error;
  const PromiseConstructor = Promise;
  const toText = String;
  const call = Function.prototype.call;
  const slice = call.bind(String.prototype.slice);
  const test = call.bind(RegExp.prototype.test);

  const ANSWER = 1;
  const FAILURE = 2;
  const REQUEST = 3;
  const LOG = 4;
  const DESCRIBED = 5;
  const LATE = 6;

  for (const name of [
    'SharedArrayBuffer',
    'Atomics',
    'WebAssembly',
    'WeakRef',
    'FinalizationRegistry',
    'console',
  ])
    delete globalThis[name];

  let organizationId = '';
  let answered = true;
  let requests = 0;
  let requestBytes = 0;
  let logLines = 0;
  let artifact;
  let pending = create(null);
  let definition;
  const handlers = { __proto__: null, event: create(null), operation: create(null), tool: create(null) };

  /** The text of `value[key]`, or undefined: a getter that throws or lies costs the plugin its message only. */
  function readText(value, key, most) {
    try {
      const text = value[key];
      return typeof text === 'string' ? slice(text, 0, most) : undefined;
    } catch {
      return undefined;
    }
  }

  function describeError(thrown) {
    const isObject = (typeof thrown === 'object' && thrown !== null) || typeof thrown === 'function';
    let message = isObject ? readText(thrown, 'message', 1000) : undefined;
    if (!isObject && typeof thrown !== 'symbol') message = slice(toText(thrown), 0, 1000);
    const name = (isObject && readText(thrown, 'name', 60)) || 'Error';
    const code = (isObject && readText(thrown, 'code', 60)) || null;
    return stringify({
      __proto__: null,
      name,
      code,
      message: message ?? 'The plugin threw a value without a message',
    });
  }

  function refuse(code, message) {
    const error = new ErrorConstructor(message);
    error.code = code;
    return error;
  }

  /** Text of a value that leaves; undefined counts as null, as JSON has no other word for nothing. */
  function encode(value, most, code) {
    const text = value === undefined ? 'null' : stringify(value);
    if (text === undefined) return 'null';
    if (text.length > most) throw refuse(code, `More than ${most} bytes`);
    return text;
  }

  function request(name, args) {
    return new PromiseConstructor((resolve, reject) => {
      if (answered) {
        post(LATE, 0, name);
        throw refuse('late_call', 'The call was already answered');
      }
      const text = encode({ __proto__: null, name, args }, limits.request_bytes, 'request_too_large');
      requests += 1;
      requestBytes += text.length;
      if (requests > limits.requests)
        throw refuse('too_many_requests', `At most ${limits.requests} requests a call`);
      if (requestBytes > limits.request_bytes)
        throw refuse('request_budget', 'The byte budget of this call is used up');
      const id = requests;
      pending[id] = { __proto__: null, resolve, reject };
      post(REQUEST, id, text);
    });
  }

  function log(level, message, fields) {
    if (answered || logLines >= limits.log_lines) return;
    logLines += 1;
    let text = '';
    try {
      text = encode(
        { __proto__: null, level, message: slice(toText(message), 0, 1000), fields },
        4000,
        'log_too_large',
      );
    } catch {
      text = stringify({ __proto__: null, level, message: 'A log line that could not be written' });
    }
    post(LOG, 0, text);
  }

  const levels = {
    __proto__: null,
    info: (message, fields) => log('info', message, fields),
    warn: (message, fields) => log('warn', message, fields),
    error: (message, fields) => log('error', message, fields),
  };
  freeze(levels);

  const context = freeze({
    __proto__: null,
    get organization_id() {
      return organizationId;
    },
    log: levels,
    state: freeze({
      __proto__: null,
      get: (key) => request('state.get', [key]),
      set: (key, value) => request('state.set', [key, value]),
      delete: (key) => request('state.delete', [key]),
      list: (prefix) => request('state.list', [prefix === undefined ? '' : prefix]),
    }),
    emit: (type, payload) => request('events.emit', [type, payload]),
    http: freeze({
      __proto__: null,
      fetch: (url, options) => request('http.fetch', [url, options === undefined ? {} : options]),
    }),
    attach: (value) => {
      artifact = encode(value, limits.output_bytes, 'output_too_large');
    },
  });

  function own(value, key) {
    const property = getOwnPropertyDescriptor(value, key);
    return property === undefined ? undefined : property.value;
  }

  const NAME = /^[a-z][a-z0-9_]{0,62}$/;
  const PATTERN = /^[a-z0-9_*]+(?:[.-][a-z0-9_*]+)*$/;

  function register(kind, source, most, pattern) {
    const described = [];
    if (source === undefined || source === null) return described;
    const names = keys(source);
    if (names.length > most) throw refuse('plugin_invalid', `At most ${most} of kind ${kind}`);
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index];
      const value = own(source, name);
      const run = typeof value === 'function' ? value : value && own(value, 'run');
      if (name.length > 200 || !test(pattern, name))
        throw refuse('plugin_invalid', `Not a name of kind ${kind}: ${slice(name, 0, 80)}`);
      if (typeof run !== 'function') throw refuse('plugin_invalid', `${kind} ${name} has no handler`);
      handlers[kind][name] = run;
      const about = create(null);
      about.name = name;
      if (typeof value === 'object') {
        const facts = [
          'title',
          'description',
          'input_schema',
          'output_schema',
          'produces',
          'accepts',
          'permission',
        ];
        for (let at = 0; at < facts.length; at += 1) about[facts[at]] = own(value, facts[at]);
      }
      described[index] = about;
    }
    return described;
  }

  function definePlugin(value) {
    if (definition !== undefined) throw refuse('plugin_invalid', 'definePlugin was called twice');
    if (typeof value !== 'object' || value === null || isArray(value))
      throw refuse('plugin_invalid', 'definePlugin takes an object');
    definition = create(null);
    definition.id = own(value, 'id');
    definition.name = own(value, 'name');
    definition.version = own(value, 'version');
    definition.emits = own(value, 'emits');
    definition.events = register('event', own(value, 'events'), limits.triggers, PATTERN);
    definition.operations = register('operation', own(value, 'operations'), limits.actions, NAME);
    definition.tools = register('tool', own(value, 'tools'), limits.tools, NAME);
    return value;
  }
  globalThis.definePlugin = definePlugin;
  const print =
    (level) =>
    (...values) => {
      let text = '';
      for (let index = 0; index < values.length; index += 1) {
        const value = values[index];
        text += (index > 0 ? ' ' : '') + (typeof value === 'string' ? value : stringify(value));
      }
      log(level, text);
    };
  globalThis.console = {
    log: print('info'),
    info: print('info'),
    debug: print('info'),
    warn: print('warn'),
    error: print('error'),
  };

  function evaluate(code) {
    try {
      evaluateText(code);
      if (definition === undefined) throw refuse('plugin_invalid', 'The plugin did not call definePlugin');
      post(DESCRIBED, 1, encode(definition, limits.output_bytes, 'plugin_invalid'));
    } catch (thrown) {
      post(DESCRIBED, 0, describeError(thrown));
    }
    delete globalThis.definePlugin;
  }

  function bind(id) {
    organizationId = id;
  }

  async function run(kind, name, inputText) {
    answered = false;
    requests = requestBytes = logLines = 0;
    pending = create(null);
    artifact = undefined;
    try {
      const handler = handlers[kind][name];
      if (handler === undefined) throw refuse('not_registered', `The plugin has no ${kind} ${name}`);
      const output = encode(
        await handler(parse(inputText), context),
        limits.output_bytes,
        'output_too_large',
      );
      const text = `{"output":${output}${artifact === undefined ? '' : `,"artifact":${artifact}`}}`;
      if (text.length > limits.output_bytes)
        throw refuse('output_too_large', `More than ${limits.output_bytes} bytes`);
      post(ANSWER, 0, text);
    } catch (thrown) {
      post(FAILURE, 0, describeError(thrown));
    }
    answered = true;
  }

  function reply(id, ok, text) {
    const waiting = pending[id];
    if (waiting === undefined) return;
    delete pending[id];
    if (ok) return void waiting.resolve(parse(text));
    const about = parse(text);
    waiting.reject(refuse(about.code, about.message));
  }

  return [evaluate, bind, (kind, name, text) => void run(kind, name, text), reply];
};
