/** Stage of this process between its start and its end. */
export interface Lifecycle {
  /** It finishes what it has begun, takes nothing new, and ends. */
  isClosing: boolean;
}
