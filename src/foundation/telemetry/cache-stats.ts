/** What is counted of something that is kept in memory. */
export interface CacheStats {
  readonly hits: number;
  readonly misses: number;
  /** What had to make room. */
  readonly evictions: number;
  readonly entries: number;
  readonly bytes: number;
  /** Bytes that it may have at most. */
  readonly most: number;
}
