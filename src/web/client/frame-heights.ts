/** Gives a frame the height that its page tells, which nobody else may. */
export function followHeight(frame: HTMLIFrameElement): void {
  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source !== frame.contentWindow || typeof data !== 'object' || data === null) return;
    if (!('kalends' in data) || data.kalends !== 'height' || !('height' in data)) return;
    const height = Number(data.height);
    if (height > 0 && height < 20_000) frame.style.height = `${height}px`;
  });
}
