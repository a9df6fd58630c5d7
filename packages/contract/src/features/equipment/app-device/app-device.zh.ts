export const texts = {
  fields: {
    since: '起始时间',
  },
}
