import { categories, type BrandSeed } from './brands.ts';
import { amounts } from './faces.ts';

const faces = amounts('USD', undefined, ...Array.from({ length: 50 }, (_, face) => String(face + 1)));

/** Brands with cards of their own, each in a category of the training catalogue: as many as give `cards` cards more. */
export function manyBrands(cards: number): readonly (readonly [categorySlug: string, brand: BrandSeed])[] {
  const known = categories.flatMap((category) => category.brands.map((brand) => ({ category, brand })));
  return Array.from({ length: Math.ceil(cards / faces.length) }, (_, index) => {
    const { category, brand } = known[index % known.length] ?? fail();
    const series = Math.floor(index / known.length) + 1;
    const name = { ar: `${brand.name.ar} السلسلة ${series}`, en: `${brand.name.en} series ${series}` };
    return [
      category.slug,
      { slug: `${brand.slug}-series-${series}`, name, faces: faces.slice(0, cards - index * faces.length) },
    ];
  });
}

function fail(): never {
  throw new Error('the training catalogue has no brand');
}
