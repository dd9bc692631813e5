import { flushCompileCache } from 'node:module';
import { keepCompiled } from './compiled.ts';

// Run by npm after an installation: reads what `serve` needs once, so that already the first start is a quick one.
keepCompiled();
await Promise.all([
  import('commander'),
  import('./failure.ts'),
  import('./serve.ts'),
  import('../app.ts'),
  import('../main.ts'),
  import('#jobs/publication.ts'),
]);
flushCompileCache();
