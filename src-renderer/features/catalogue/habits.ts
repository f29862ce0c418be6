/** As many as the preferences hold. */
const mostFavourites = 200;

/** With the card as the last where it was not among them and there is room; without it where it was. */
export function withFavourite(favourites: readonly string[], cardId: string): string[] {
  const others = favourites.filter((id) => id !== cardId);
  if (others.length < favourites.length) return others;
  return favourites.length < mostFavourites ? [...favourites, cardId] : [...favourites];
}
