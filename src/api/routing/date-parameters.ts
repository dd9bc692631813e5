import Type from 'typebox';
import { findZone } from '#foundation/time/zone.ts';
import { type Parameter, parameter, refuse, refuseType } from './parameter.ts';

/** A time zone, kept as sent; `''` stands for the one that would be without it (reference 3.0, TZ0; D14). */
export const zoneField: Parameter<string, false> = parameter<string>(
  Type.String({ examples: ['Europe/Berlin', 'UTC+5.5'] }),
  (value) => {
    if (typeof value !== 'string') return refuseType('problem.type_string');
    if (value === '') return { value };
    return value.length <= 64 && findZone(value) !== undefined ? { value } : refuse('problem.zone');
  },
);
