import t from 'tap';
import { provide, provideAs, Scope, Service, type Token, token, tokenOf, WiringError } from '../index.ts';

const GREETING: Token<string> = token('test.greeting');

class Greeter {
  readonly #greeting: string;

  constructor(greeting: string) {
    this.#greeting = greeting;
  }

  greet(name: string): string {
    return `${this.#greeting}, ${name}`;
  }
}

class Door {
  readonly greeter: Greeter;

  constructor(greeter: Greeter) {
    this.greeter = greeter;
  }
}

const owned = (...providers: ReturnType<typeof provide>[]) =>
  providers.map((provider) => ({ owner: 'test', provider }));

t.test('the class of a service names it, and is made from what it depends on', async (t) => {
  const scope = new Scope();
  await scope.create(
    owned(
      provide(Door, [Greeter]),
      provide(Greeter, [GREETING]),
      provide(GREETING, [], () => 'Hello'),
    ),
  );
  const { door } = scope.resolve({ door: Door });
  t.equal(door.greeter.greet('Ada'), 'Hello, Ada');
  t.equal(scope.get(Greeter), door.greeter, 'there is one');
});

class Porter extends Service<{ greeter: Greeter; language: string }> {
  welcome(name: string): string {
    const { greeter, language } = this.parts;
    return `${greeter.greet(name)} (${language})`;
  }
}

t.test('a service of named parts is given each by its name, and shows none', async (t) => {
  const LANGUAGE: Token<string> = token('test.language');
  const scope = new Scope();
  await scope.create(
    owned(
      provide(Porter, { language: LANGUAGE, greeter: Greeter }),
      provide(Greeter, [GREETING]),
      provide(GREETING, [], () => 'Hello'),
      provide(LANGUAGE, { greeting: GREETING }, ({ greeting }) => `${greeting} is English`),
    ),
  );
  const porter = scope.get(Porter);
  t.equal(porter.welcome('Ada'), 'Hello, Ada (Hello is English)');
  t.strictSame(Object.keys(porter), []);
});

t.test('a service may be known by a token, whose type it has', async (t) => {
  const WELCOMES: Token<{ welcome(name: string): string }> = token('test.welcomes');
  const scope = new Scope();
  await scope.create(
    owned(
      provideAs(WELCOMES, Porter, { language: GREETING, greeter: Greeter }),
      provide(GREETING, [], () => 'Hello'),
      provide(Greeter, [], () => new Greeter('Hello')),
    ),
  );
  t.equal(scope.get(WELCOMES).welcome('Ada'), 'Hello, Ada (Hello)');
});

t.test('a service may be replaced by a plain object with its methods', async (t) => {
  const scope = new Scope();
  await scope.create(owned(provide(Greeter, [], () => ({ greet: (name) => `Go away, ${name}` }))));
  t.equal(scope.get(Greeter).greet('Ada'), 'Go away, Ada');
});

t.test('two classes of one name are two services', (t) => {
  const other = { Greeter: class Greeter {} };
  t.not(tokenOf(Greeter).key, tokenOf(other.Greeter).key);
  t.equal(tokenOf(Greeter), tokenOf(Greeter));
  t.end();
});

t.test('a service that nothing provides is named', async (t) => {
  const scope = new Scope();
  await t.rejects(
    scope.create(owned(provide(Door, [Greeter]))),
    new WiringError('test: "Door" needs "Greeter", which nothing provides'),
  );
});
