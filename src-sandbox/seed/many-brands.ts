import { categories, type BrandSeed } from './brands.ts';
import { amounts } from './faces.ts';

const facesOfBrand = 50;

/** Brands with cards of their own, each in a category of the training catalogue: as many as give `cards` cards more. */
export function manyBrands(cards: number): readonly (readonly [categorySlug: string, brand: BrandSeed])[] {
  const known = categories.flatMap((category) => category.brands.map((brand) => ({ category, brand })));
  return Array.from({ length: Math.ceil(cards / facesOfBrand) }, (_, index) => {
    const { category, brand } = known[index % known.length] ?? fail();
    const series = Math.floor(index / known.length) + 1;
    const values = Array.from({ length: Math.min(facesOfBrand, cards - index * facesOfBrand) }, (_, face) => String(face + 1));
    const name = { ar: `${brand.name.ar} السلسلة ${series}`, en: `${brand.name.en} series ${series}` };
    return [category.slug, { slug: `${brand.slug}-series-${series}`, name, faces: amounts('USD', undefined, ...values) }];
  });
}

function fail(): never {
  throw new Error('the training catalogue has no brand');
}
