/** nothing.cjs: does nothing, to measure the time and memory of Node itself. */
console.log(JSON.stringify({ milliseconds: 0 }));
