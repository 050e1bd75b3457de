/** The goroutines of a dump, each with its number. */
export class Members {
  private readonly places = new Map<number, number>();
  private readonly groups: number[] = [];
  private readonly waits: number[] = [];
  private readonly parents: number[] = [];

  /**
   * @param group the key of its group
   * @param minutes how long it waits; 0 if it is not printed
   * @param parent the number of the goroutine that started it; 0 if it is not printed
   */
  add(id: number, group: number, minutes: number, parent: number): void {
    this.places.set(id, this.groups.push(group) - 1);
    this.waits.push(minutes);
    this.parents.push(parent);
  }

  has(id: number): boolean {
    return this.places.has(id);
  }

  /** The place of a goroutine, for the functions below; undefined if it is not in the dump. */
  placeOf(id: number): number | undefined {
    return this.places.get(id);
  }

  /** Each number with its place. */
  entries(): IterableIterator<[id: number, place: number]> {
    return this.places.entries();
  }

  groupAt(place: number): number {
    return this.groups[place];
  }

  minutesAt(place: number): number {
    return this.waits[place];
  }

  parentAt(place: number): number {
    return this.parents[place];
  }
}
