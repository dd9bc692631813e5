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
    .action((_login, _role, _options, command: Command) => command.error('--login requires --token.'));
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
  assert.equal(said('add', '--name', 'x'), 'Missing argument “login”.');
  assert.equal(said('add', 'x'), 'Option “--name <name>” is required.');
  assert.equal(said('add', 'x', '--name'), 'Option “--name <name>” requires a value.');
  assert.equal(said('serve', 'x', 'y'), 'Too many arguments: “serve” takes none.');
  assert.equal(said('add', 'x', 'editor', 'z', '--name', 'x'), 'Too many arguments: “add” takes only 2.');
  assert.equal(
    said('serve', '--port', "x' is"),
    "Invalid value “x' is” for option “--port <value>”. It must be\na number.",
  );
  assert.equal(
    said('add', 'x', '--name', 'x', '--kind', 'c'),
    'Invalid value “c” for option “--kind <kind>”. Choose one of a, b.',
  );
  assert.equal(
    said('add', 'x', 'boss', '--name', 'x'),
    'Invalid value “boss” for argument “role”. Choose one of editor, author.',
  );
});

test('our own errors are said as they are, and help needs no word more', () => {
  assert.equal(said('add', 'x', '--name', 'x'), '--login requires --token.');
  assert.equal(said(), '');
  assert.equal(said('add', '--help'), '');
});
