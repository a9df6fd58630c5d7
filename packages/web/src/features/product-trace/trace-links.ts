import { pagePaths } from '../../paths.ts'

/** The story of a device or gateway. */
export const storyPath = (code: string): string => `#${pagePaths.traceDetail}?code=${encodeURIComponent(code)}`
