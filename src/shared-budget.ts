/** An amount that clients share. Nobody gets more than a share of it, because one could take it from all others. */
export class SharedBudget {
  private held = 0
  private readonly heldBy = new Map<string, number>()

  constructor(
    private readonly maximum: number,
    private readonly share: number,
  ) {}

  /** False if the budget, or the share of the client, is exhausted. */
  take(client: string, amount: number): boolean {
    const own = (this.heldBy.get(client) ?? 0) + amount
    if (own > this.share || this.held + amount > this.maximum) return false
    this.heldBy.set(client, own)
    this.held += amount
    return true
  }

  release(client: string, amount: number): void {
    const own = (this.heldBy.get(client) ?? 0) - amount
    if (own > 0) this.heldBy.set(client, own)
    else this.heldBy.delete(client)
    this.held -= amount
  }
}
