import { termRoutes } from '#calendar/terms/routes.ts';
import { Category, CategoryList, categoryFields, parentFilter } from './schema.ts';

/** The operations on `/categories` (spec 2.4, 4.5): terms of events that form a tree. */
export const categoryRoutes = termRoutes({
  kind: 'categories',
  one: 'Category',
  many: 'Categories',
  fields: categoryFields,
  filters: { parent: parentFilter },
  item: Category,
  list: CategoryList,
});
