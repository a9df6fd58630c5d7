/**
 * What stands at the beginning of the bytes received over a link. `partial`: nothing can be said before more arrive. `frame`: one whole
 * frame, which may still be wrong inside. `broken`: what can only be a frame of which a part is missing or wrong, so that its end is a
 * guess. `noise`: belongs to no frame.
 */
export type Cut = { kind: 'partial' } | { kind: 'frame' | 'broken' | 'noise'; size: number }
