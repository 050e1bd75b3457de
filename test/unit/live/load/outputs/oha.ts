/** What oha 1.16 prints, recorded from runs against a small service. The bars of histograms are cut. */

export const OHA = String.raw`Summary:
  Success rate:	100.00%
  Total:	1002.7828 ms
  Slowest:	10.8440 ms
  Fastest:	0.0739 ms
  Average:	0.6651 ms
  Requests/sec:	14636.2704

  Total data:	487.02 KiB
  Size/request:	34 B
  Size/sec:	485.67 KiB

Response time histogram:
   0.074 ms [1]     |
   1.151 ms [13950] |■
   2.228 ms [564]   |■
   3.305 ms [35]    |
   4.382 ms [37]    |
   5.459 ms [20]    |
   6.536 ms [25]    |
   7.613 ms [18]    |
   8.690 ms [10]    |
   9.767 ms [0]     |
  10.844 ms [8]     |

Response time distribution:
  10.00% in 0.2988 ms
  25.00% in 0.4033 ms
  50.00% in 0.5899 ms
  75.00% in 0.7838 ms
  90.00% in 1.0005 ms
  95.00% in 1.1460 ms
  99.00% in 2.3671 ms
  99.90% in 8.5299 ms
  99.99% in 10.3369 ms


Details (average, fastest, slowest):
  DNS+dialup:	1.5115 ms, 0.2151 ms, 8.3736 ms
  DNS-lookup:	0.0391 ms, 0.0116 ms, 0.1202 ms

Status code distribution:
  [200] 14668 responses

Error distribution:
  [9] aborted due to deadline
`;

export const OHA_ERRORS = String.raw`Summary:
  Success rate:	100.00%
  Total:	33.6954 ms
  Slowest:	6.2033 ms
  Fastest:	0.2421 ms
  Average:	1.1500 ms
  Requests/sec:	5935.5311

  Total data:	1.02 KiB
  Size/request:	5 B
  Size/sec:	30.37 KiB

Response time histogram:
  0.242 ms [1]   |
  0.838 ms [102] |■
  1.434 ms [63]  |■
  2.030 ms [9]   |■
  2.627 ms [4]   |■
  3.223 ms [5]   |■
  3.819 ms [9]   |■
  4.415 ms [3]   |
  5.011 ms [2]   |
  5.607 ms [0]   |
  6.203 ms [2]   |

Response time distribution:
  10.00% in 0.4759 ms
  25.00% in 0.6227 ms
  50.00% in 0.8301 ms
  75.00% in 1.2285 ms
  90.00% in 2.6378 ms
  95.00% in 3.7051 ms
  99.00% in 6.1471 ms
  99.90% in 6.2033 ms
  99.99% in 6.2033 ms


Details (average, fastest, slowest):
  DNS+dialup:	1.1253 ms, 0.3456 ms, 2.8345 ms
  DNS-lookup:	0.0361 ms, 0.0140 ms, 0.1188 ms

Status code distribution:
  [200] 137 responses
  [503] 40 responses
  [404] 23 responses
`;

export const OHA_ERRORS_JSON = String.raw`{
  "summary": {
    "successRate": 1.0,
    "total": 0.01871371,
    "slowest": 0.00388119,
    "fastest": 0.000237396,
    "average": 0.000762512045,
    "requestsPerSec": 10687.35167959747,
    "totalData": 1048,
    "sizePerRequest": 5,
    "sizePerSec": 56001.72280109075
  },
  "metrics": {
    "success_rate": 1.0,
    "requests_per_sec": 10687.35167959747,
    "latency_ms": {
      "min": 0.237,
      "mean": 0.763,
      "p50": 0.637,
      "p95": 1.61,
      "p99": 3.443,
      "max": 3.881
    }
  },
  "responseTimeHistogram": {
    "0.000237396": 1,
    "0.0006017754": 84,
    "0.0009661547999999999": 79,
    "0.0013305342": 18,
    "0.0016949136": 9,
    "0.002059293": 2,
    "0.0024236724": 1,
    "0.0027880518": 1,
    "0.0031524312": 1,
    "0.0035168105999999998": 3,
    "0.0038811899999999996": 1
  },
  "latencyPercentiles": {
    "p10": 0.000349921,
    "p25": 0.000517378,
    "p50": 0.000637338,
    "p75": 0.000785111,
    "p90": 0.001194313,
    "p95": 0.00161016,
    "p99": 0.003442781,
    "p99.9": 0.00388119,
    "p99.99": 0.00388119
  },
  "rps": {
    "mean": 11130.159199155543,
    "stddev": 3922.428867742035,
    "max": 13903.735250257807,
    "min": 8356.583148053278,
    "percentiles": {
      "p10": 8356.583148053278,
      "p25": 8356.583148053278,
      "p50": 13903.735250257807,
      "p75": 13903.735250257807,
      "p90": 13903.735250257807,
      "p95": 13903.735250257807,
      "p99": 13903.735250257807,
      "p99.9": 13903.735250257807,
      "p99.99": 13903.735250257807
    }
  },
  "details": {
    "DNSDialup": {
      "average": 0.0010189817,
      "fastest": 0.000194487,
      "slowest": 0.002693071
    },
    "DNSLookup": {
      "average": 0.000033581299999999996,
      "fastest": 0.000015551,
      "slowest": 0.000081811
    },
    "firstByte": {
      "average": 0.0007615789649999997,
      "fastest": 0.000235675,
      "slowest": 0.003880394
    }
  },
  "statusCodeDistribution": {
    "200": 137,
    "404": 23,
    "503": 40
  },
  "errorDistribution": {}
}`;

export const OHA_REFUSED_JSON = String.raw`{
  "summary": {
    "successRate": 0.0,
    "total": 0.009837771,
    "slowest": null,
    "fastest": null,
    "average": null,
    "requestsPerSec": 2032.9808449495317,
    "totalData": 0,
    "sizePerRequest": null,
    "sizePerSec": 0.0
  },
  "metrics": {
    "success_rate": 0.0,
    "requests_per_sec": 2032.9808449495317,
    "latency_ms": {
      "min": null,
      "mean": null,
      "p50": null,
      "p95": null,
      "p99": null,
      "max": null
    }
  },
  "responseTimeHistogram": {
    "NaN": 0
  },
  "latencyPercentiles": {
    "p10": null,
    "p25": null,
    "p50": null,
    "p75": null,
    "p90": null,
    "p95": null,
    "p99": null,
    "p99.9": null,
    "p99.99": null
  },
  "rps": {
    "mean": null,
    "stddev": null,
    "max": null,
    "min": null,
    "percentiles": {
      "p10": null,
      "p25": null,
      "p50": null,
      "p75": null,
      "p90": null,
      "p95": null,
      "p99": null,
      "p99.9": null,
      "p99.99": null
    }
  },
  "details": {
    "DNSDialup": {
      "average": null,
      "fastest": null,
      "slowest": null
    },
    "DNSLookup": {
      "average": null,
      "fastest": null,
      "slowest": null
    },
    "firstByte": {
      "average": null,
      "fastest": null,
      "slowest": null
    }
  },
  "statusCodeDistribution": {},
  "errorDistribution": {
    "Connection refused (os error 111)": 20
  }
}`;

export const OHA_REFUSED = String.raw`Summary:
  Success rate:	0.00%
  Total:	14555880.0000 ns
  Slowest:	-inf ns
  Fastest:	inf ns
  Average:	NaN ns
  Requests/sec:	1374.0152

  Total data:	0 B
  Size/request:	NaN
  Size/sec:	0 B

Response time histogram:
    NaN ns [0] |
    NaN ns [0] |
    NaN ns [0] |
    NaN ns [0] |
    NaN ns [0] |
    NaN ns [0] |
    NaN ns [0] |
    NaN ns [0] |
    NaN ns [0] |
    NaN ns [0] |
    NaN ns [0] |

Response time distribution:
  10.00% in NaN ns
  25.00% in NaN ns
  50.00% in NaN ns
  75.00% in NaN ns
  90.00% in NaN ns
  95.00% in NaN ns
  99.00% in NaN ns
  99.90% in NaN ns
  99.99% in NaN ns


Details (average, fastest, slowest):
  DNS+dialup:	NaN ns, inf ns, -inf ns
  DNS-lookup:	NaN ns, inf ns, -inf ns

Status code distribution:

Error distribution:
  [20] Connection refused (os error 111)
`;
