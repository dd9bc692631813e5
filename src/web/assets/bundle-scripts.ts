import path from 'node:path';
import { type ScriptName, scriptNames } from './sources.ts';

const CLIENT = path.join(import.meta.dirname, '..', 'client');

/** Returns the scripts of pages, each bundled with what it imports; none where the bundler doesn't run. */
export async function bundleScripts(): Promise<Map<ScriptName, string>> {
  const bundler = await import('rolldown').catch(() => undefined);
  const scripts = new Map<ScriptName, string>();
  if (!bundler) return scripts;
  for (const name of scriptNames) {
    const bundle = await bundler.rolldown({
      input: path.join(CLIENT, name.replace(/\.js$/, '.ts')),
      platform: 'browser',
      logLevel: 'silent',
    });
    // What another script imports is a module.
    const format = name === 'map.js' ? 'esm' : 'iife';
    const { output } = await bundle.generate({ format, minify: true });
    await bundle.close();
    scripts.set(name, output[0].code);
  }
  return scripts;
}
