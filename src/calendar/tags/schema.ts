import Type from 'typebox';
import { termHead, termList, termTail } from '#calendar/terms/schema.ts';

/** Schema of a tag on its own routes: as a category, without `parent`. */
export const Tag = Type.Object({ ...termHead, taxonomy: Type.Literal('post_tag'), ...termTail });

/** Schema of an answer with a page of tags. */
export const TagList = termList('tags', Tag);
