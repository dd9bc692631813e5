import { categoryFields, parentFilter } from '#calendar/terms/fields.ts';
import { termRoutes } from '#calendar/terms/routes.ts';

/** `/categories` (spec 2.4, 4.5): terms of events that may stand below one another. */
export const categoryRoutes = termRoutes({
  kind: 'categories',
  one: 'Category',
  many: 'Categories',
  fields: categoryFields,
  filters: { parent: parentFilter },
});
