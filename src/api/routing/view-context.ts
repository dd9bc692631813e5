import Type from 'typebox';
import { type Parameter, parameter, withDefault } from './parameter.ts';

/** `context` of reads and lists: `edit` counts, anything else is `view` (contract 1). */
export const context: Parameter<'view' | 'edit', true> = withDefault(
  parameter<'view' | 'edit'>(
    Type.String({ examples: ['view', 'edit'] }),
    (value) => ({ value: value === 'edit' ? 'edit' : 'view' }),
    { nulls: 'absent' },
  ),
  'view',
);
