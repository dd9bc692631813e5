import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { usageErrorText } from './usage-error.ts';

function integer(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be\na number.');
  return Number(text);
}

function program(): Command {
  const made = new Command('kalends')
    .exitOverride()
    .configureOutput({ outputError: () => {}, writeErr: () => {}, writeOut: () => {} });
  made
    .command('serve')
    .option('--port <value>', '', integer)
    .action(() => {});
  made
    .command('add')
    .argument('<login>')
    .addArgument(made.createArgument('[role]').choices(['editor', 'author']))
    .requiredOption('--name <name>')
    .addOption(new Option('--kind <kind>').choices(['a', 'b']))
    .action((_login, _role, _options, command: Command) => command.error('--login needs --token.'));
  return made;
}

/** Returns what the program says to a command line. */
function said(...args: string[]): string {
  try {
    program().parse(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return usageErrorText(error, 'en');
    throw error;
  }
  return 'nothing';
}

test('what commander does not understand is said by the catalogue', () => {
  assert.equal(said('frobnicate'), 'Unknown command “frobnicate”.');
  assert.equal(said('serv'), 'Unknown command “serv”. Did you mean serve?');
  assert.equal(said("it's\nhere"), "Unknown command “it's\nhere”.");
  assert.equal(said('serve', '--colour'), 'Unknown option “--colour”.');
  assert.equal(said('serve', '--prt'), 'Unknown option “--prt”. Did you mean --port?');
  assert.equal(said('add', '--name', 'x'), 'The argument “login” is missing.');
  assert.equal(said('add', 'x'), 'The option “--name <name>” is needed.');
  assert.equal(said('add', 'x', '--name'), 'The option “--name <name>” needs a value.');
  assert.equal(said('serve', 'x', 'y'), 'Too many arguments for “serve”: it takes none.');
  assert.equal(
    said('add', 'x', 'editor', 'z', '--name', 'x'),
    'Too many arguments for “add”: it takes 2 only.',
  );
  assert.equal(
    said('serve', '--port', "x' is"),
    "“x' is” does not fit the option “--port <value>”. It must be\na number.",
  );
  assert.equal(
    said('add', 'x', '--name', 'x', '--kind', 'c'),
    '“c” does not fit the option “--kind <kind>”. It must be one of a, b.',
  );
  assert.equal(
    said('add', 'x', 'boss', '--name', 'x'),
    '“boss” does not fit the argument “role”. It must be one of editor, author.',
  );
});

test('our own errors are said as they are, and help needs no word more', () => {
  assert.equal(said('add', 'x', '--name', 'x'), '--login needs --token.');
  assert.equal(said(), '');
  assert.equal(said('add', '--help'), '');
});
