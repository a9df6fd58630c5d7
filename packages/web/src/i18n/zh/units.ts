/** Units of durations, and how a smaller one is written behind a larger one. */
export const units = { day: '天', hour: '小时', minute: '分', second: '秒', digits: 1 }
