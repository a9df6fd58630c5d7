/** Errors of the district base, part of `errorCatalogue`. */
export const baseErrors = {
  fileType: { code: 1400, status: 422 },
  imageShape: { code: 1402, status: 422 },
} as const
