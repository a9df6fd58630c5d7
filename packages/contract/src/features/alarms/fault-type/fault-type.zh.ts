export const texts = {
  subjects: {
    faultType: '故障类型',
  },
}
