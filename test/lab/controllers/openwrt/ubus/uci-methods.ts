import { generatedName, type Section } from '../uci/section-names.ts';
import { findSection, type Sections, type Step } from '../uci/uci-delta.ts';
import { ubusStatus } from '../uci/uci-state.ts';
import {
  type Arguments,
  type CallContext,
  type CallResult,
  done,
  failed,
  type Method,
  text,
} from './call.ts';

const namePattern = /^[A-Za-z0-9_]+$/;
const typePattern = /^[\x21-\x7e]+$/;
const maxDelay = 60;

/** `uci` of rpcd: it checks names and that a file exists, nothing of types, options and values. */
export const uciMethods: Readonly<Record<string, Method>> = {
  configs: ({ device }) => done({ configs: device.uci.configs() }),
  get: read,
  state: read,
  add,
  set,
  delete: remove,
  rename,
  order,
  changes: ({ device, session }, { config }) => {
    const all = device.uci.steps(session);
    if (config !== undefined) return done({ changes: all.get(text(config)) ?? [] });
    return done({ changes: Object.fromEntries(all) });
  },
  revert: withConfig((context, _sections, config) => {
    context.device.uci.revert(context.session, config);
    return done();
  }),
  commit: withConfig(({ device, session }, _sections, config) => ({
    status: device.uci.commit(session, config),
  })),
  apply: ({ device, session }, { rollback, timeout }) => ({
    status: device.uci.apply(session, rollback === true, typeof timeout === 'number' ? timeout : maxDelay),
  }),
  confirm: ({ device, session }) => ({ status: device.uci.confirm(session) }),
  rollback: ({ device, session }) => ({ status: device.uci.rollback(session) }),
  reload_config: () => done(),
};

/** Runs with the file as the session sees it; refuses a call without one and an unknown one. */
function withConfig(
  work: (context: CallContext, sections: Sections, config: string, given: Arguments) => CallResult,
): Method {
  return (context, given) => {
    const { config } = given;
    if (typeof config !== 'string') return failed(ubusStatus.invalid_argument);
    const sections = context.device.uci.seen(context.session, config);
    return sections ? work(context, sections, config, given) : failed(ubusStatus.not_found);
  };
}

function read(context: CallContext, given: Arguments): CallResult {
  return withConfig((_context, sections, _config, { section, option, type, match }) => {
    if (typeof section === 'string') return readSection(sections, section, option);
    const found = sections
      .map((each, index) => [each, index] as const)
      .filter(([each]) => (type === undefined || each.type === type) && matches(each, match));
    return done({
      values: Object.fromEntries(found.map(([each, index]) => [each.name, shown(each, index)])),
    });
  })(context, given);
}

function readSection(sections: Sections, wanted: string, option: unknown): CallResult {
  const found = findSection(sections, wanted);
  if (found === undefined) return done();
  if (option === undefined) return done({ values: shown(found) });
  const value = found.options[text(option)];
  return value === undefined ? failed(ubusStatus.not_found) : done({ value });
}

const shown = (section: Section, index?: number): Record<string, unknown> => ({
  '.anonymous': section.anonymous,
  '.type': section.type,
  '.name': section.name,
  ...(index === undefined ? {} : { '.index': index }),
  ...section.options,
});

const matches = (section: Section, match: unknown): boolean =>
  typeof match !== 'object' ||
  match === null ||
  Object.entries(match).every(([name, value]) => section.options[name] === value);

function add(context: CallContext, given: Arguments): CallResult {
  return withConfig((_context, sections, config, { type, name, values }) => {
    if (typeof type !== 'string' || !typePattern.test(type)) return failed(ubusStatus.invalid_argument);
    if (name !== undefined && !namePattern.test(text(name))) return failed(ubusStatus.invalid_argument);
    const section = name === undefined ? generatedName(sections.length + 1, type) : text(name);
    const steps = valueSteps(section, values, {});
    if (steps === null) return failed(ubusStatus.invalid_argument);
    const first: Step = name === undefined ? ['add', section, type] : ['set', section, type];
    context.device.uci.stage(context.session, config, first, ...steps);
    return done({ section });
  })(context, given);
}

function set(context: CallContext, given: Arguments): CallResult {
  return withConfig((_context, sections, config, { section, type, match, values }) => {
    const found = addressed(sections, section, type, match);
    if (typeof values !== 'object' || values === null) return failed(ubusStatus.invalid_argument);
    if (found.length === 0) return failed(ubusStatus.not_found);
    const steps = found.map((each) => valueSteps(each.name, values, each.options));
    if (steps.includes(null)) return failed(ubusStatus.invalid_argument);
    const flat = steps.flatMap((each) => each ?? []);
    if (flat.length > 0) context.device.uci.stage(context.session, config, ...flat);
    return done();
  })(context, given);
}

function addressed(sections: Sections, section: unknown, type: unknown, match: unknown): readonly Section[] {
  if (typeof section === 'string')
    return [findSection(sections, section)].filter((each) => each !== undefined);
  return sections.filter((each) => (type === undefined || each.type === type) && matches(each, match));
}

/** Steps that set options; null when a name or a value is not one. Empty text unsets. */
function valueSteps(section: string, values: unknown, old: Section['options']): Step[] | null {
  if (values === undefined) return [];
  const steps: Step[] = [];
  for (const [name, value] of Object.entries(values as object)) {
    if (!namePattern.test(name)) return null;
    if (Array.isArray(value)) {
      if (Object.hasOwn(old, name)) steps.push(['remove', section, name]);
      for (const each of value) {
        const item = asText(each);
        if (item === null) return null;
        steps.push(['list-add', section, name, item]);
      }
      continue;
    }
    const item = asText(value);
    if (item === null) return null;
    if (item !== '') steps.push(['set', section, name, item]);
    else if (Object.hasOwn(old, name)) steps.push(['remove', section, name]);
  }
  return steps;
}

function asText(value: unknown): string | null {
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : null;
}

function remove(context: CallContext, given: Arguments): CallResult {
  return withConfig((_context, sections, config, { section, type, match, option, options }) => {
    const found = addressed(sections, section, type, match);
    if (found.length === 0) return failed(ubusStatus.not_found);
    const named = Array.isArray(options) ? options.map(text) : option === undefined ? null : [text(option)];
    const steps = found.flatMap((each): Step[] =>
      named === null ? [['remove', each.name]] : named.map((name): Step => ['remove', each.name, name]),
    );
    context.device.uci.stage(context.session, config, ...steps);
    return done();
  })(context, given);
}

function rename(context: CallContext, given: Arguments): CallResult {
  return withConfig((_context, sections, config, { section, option, name }) => {
    const found = findSection(sections, text(section));
    if (typeof name !== 'string' || !namePattern.test(name)) return failed(ubusStatus.invalid_argument);
    if (found === undefined) return failed(ubusStatus.not_found);
    const step: Step =
      option === undefined ? ['rename', found.name, name] : ['rename', found.name, text(option), name];
    context.device.uci.stage(context.session, config, step);
    return done();
  })(context, given);
}

function order(context: CallContext, given: Arguments): CallResult {
  return withConfig((_context, sections, config, { sections: wanted }) => {
    if (!Array.isArray(wanted)) return failed(ubusStatus.invalid_argument);
    const found = wanted.map((each) => findSection(sections, text(each)));
    if (found.includes(undefined)) return failed(ubusStatus.not_found);
    const steps = found.flatMap((each, place): Step[] => (each ? [['order', each.name, String(place)]] : []));
    context.device.uci.stage(context.session, config, ...steps);
    return done();
  })(context, given);
}
