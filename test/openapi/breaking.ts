type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What stands below these keys, or nothing. */
function below(value: unknown, ...keys: readonly string[]): Json {
  let at: unknown = value;
  for (const key of keys) at = isObject(at) ? at[key] : undefined;
  return isObject(at) ? at : {};
}

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);

/** What callers of the former document may miss or trip over in the new one (SPEC 9), a line each. */
export function breakingChanges(former: object, now: object): readonly string[] {
  return Object.entries(below(former, 'paths')).flatMap(([path, methods]) =>
    Object.keys(below(methods))
      .filter((method) => METHODS.has(method))
      .flatMap((method) => {
        const name = `${method.toUpperCase()} ${path}`;
        const operation = below(now, 'paths', path, method);
        return Object.keys(operation).length === 0
          ? [`${name} is gone`]
          : operationChanges(below(methods, method), operation).map((change) => `${name}: ${change}`);
      }),
  );
}

function operationChanges(former: Json, now: Json): readonly string[] {
  return [
    ...queryChanges(parametersOf(former), parametersOf(now)),
    ...requestChanges(bodyOf(former), bodyOf(now)),
    ...Object.keys(below(former, 'responses')).flatMap((status) => responseChanges(status, former, now)),
  ];
}

const parametersOf = ({ parameters }: Json): ReadonlyMap<string, Json> =>
  new Map(
    (Array.isArray(parameters) ? parameters.filter(isObject) : []).map((each) => [
      String(each['name'] ?? each['$ref']),
      each,
    ]),
  );

function queryChanges(former: ReadonlyMap<string, Json>, now: ReadonlyMap<string, Json>): readonly string[] {
  const gone = [...former.keys()].filter((name) => !now.has(name)).map((name) => `parameter ${name} is gone`);
  const needed = [...now].filter(
    ([name, { required }]) => required === true && former.get(name)?.['required'] !== true,
  );
  return [...gone, ...needed.map(([name]) => `parameter ${name} is required now`)];
}

const schemaIn = (content: Json): Json => below(content, 'application/json', 'schema');
const bodyOf = (operation: Json): Json => schemaIn(below(operation, 'requestBody', 'content'));

function requestChanges(former: Json, now: Json, at = 'body'): readonly string[] {
  const [before, after] = [below(former, 'properties'), below(now, 'properties')];
  const gone = Object.keys(before)
    .filter((name) => !(name in after))
    .map((name) => `${at}.${name} is not taken any more`);
  const needed = namesIn(now['required']).filter((name) => !namesIn(former['required']).includes(name));
  const inner = Object.keys(before)
    .filter((name) => name in after)
    .flatMap((name) => requestChanges(below(before, name), below(after, name), `${at}.${name}`));
  return [...gone, ...needed.map((name) => `${at}.${name} is required now`), ...inner];
}

function responseChanges(status: string, former: Json, now: Json): readonly string[] {
  const answer = below(now, 'responses', status);
  if (Object.keys(answer).length === 0) return [`status ${status} is gone`];
  if (!status.startsWith('2')) return [];
  const [before, after] = [below(former, 'responses', status, 'content'), below(answer, 'content')];
  return replyChanges(schemaIn(before), schemaIn(after), `reply ${status}`);
}

/** A field that was there must stay there, at any depth. */
function replyChanges(former: Json, now: Json, at: string): readonly string[] {
  const [before, after] = [below(former, 'properties'), below(now, 'properties')];
  const fields = Object.keys(before).flatMap((name) =>
    name in after
      ? replyChanges(below(before, name), below(after, name), `${at}.${name}`)
      : [`${at}.${name} is gone`],
  );
  const items = isObject(former['items'])
    ? replyChanges(former['items'], below(now, 'items'), `${at}[]`)
    : [];
  return [...fields, ...items];
}

const namesIn = (required: unknown): readonly string[] =>
  Array.isArray(required) ? required.map(String) : [];
